"""Identities true of any expression: Function -> Function, then schedule -> Kernel. This room knows no robots."""
