"""Jobs in the background: how they are done later, and how their log stays readable when they fail."""
