"""Functional Mock-up Units: a mechanism as a model that Simulink, Modelica tools and others import.

mechanism -> Plant (plants.py: states, inputs, outputs, one function for all rates) -> C (sources.py, c/)
          -> modelDescription.xml (description.py) -> binary (binary.py) -> <name>.fmu (package.py)
"""
