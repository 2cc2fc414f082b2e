"""How a mechanism closes, as expressions: equations, rates, closed forms and the step that solvers repeat. Its doors are
residual.py, velocity.py and explicit.py."""
