"""Measuring a served site: scripted browsers play at it, beside another commit's if asked."""
