"""How generated tests for PyTorch see a module: as one of NumPy."""

# --- a generated test file has what follows


class Numbers:
    """The functions of a module, with results as NumPy arrays."""

    def __init__(self, module):
        self.module = module

    def __getattr__(self, name):
        function = getattr(self.module, name)

        def called(**given):
            made = function(**given)
            return tuple(x.numpy() for x in made) if isinstance(made, tuple) else made.numpy()

        return called
