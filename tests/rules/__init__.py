"""Tests of the rulesets."""
