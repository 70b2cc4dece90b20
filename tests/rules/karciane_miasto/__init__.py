"""Tests of Karciane Miasto."""
