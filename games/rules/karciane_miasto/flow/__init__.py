"""The course of a game, step by step, and what forbids a move."""
