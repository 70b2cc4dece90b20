"""Tables as people and bots come to them, agree at them and leave them."""
