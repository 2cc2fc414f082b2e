"""How a mechanism closes, as expressions: equations, rates, closed forms and the step that solvers repeat. What others
import is in residual.py, velocity.py and explicit.py."""
