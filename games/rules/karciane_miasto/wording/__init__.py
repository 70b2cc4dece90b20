"""What a card does, in sentences made from its data: the only place that explains the language of section 14.

Names are put into the patterns as they are, never declined: "any" and "one" stand for articles in English,
and translations put the word "card" and a colon before a name that would need a case.
"""
