"""Card City: rulesets, the tables they are played at, and the people who play."""
