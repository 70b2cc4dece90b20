{% load static %}// Shows messages of the site while none of its pages is open; it keeps and fetches nothing.
addEventListener("push", (event) => {
  const { title, text, url } = event.data.json();
  event.waitUntil(registration.showNotification(title, {
    body: text, data: { url }, tag: url, icon: "{% static "art/favicon.svg" %}",
  }));
});

// A page of the site that is open comes to the front; else one is opened. Other sites are never opened.
addEventListener("notificationclick", (event) => {
  event.notification.close();
  const { pathname, search } = new URL(event.notification.data.url, location.href);
  // A page may have got a query of its own; where the message has none, any will do.
  const isMeant = (page) => page.pathname === pathname && (!search || page.search === search);
  event.waitUntil(clients.matchAll({ type: "window", includeUncontrolled: true }).then((pages) => {
    const shown = pages.find((page) => isMeant(new URL(page.url)));
    return shown ? shown.focus() : clients.openWindow(location.origin + pathname + search);
  }));
});
