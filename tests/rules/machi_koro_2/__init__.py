"""Tests of Machi Koro 2's rules."""
