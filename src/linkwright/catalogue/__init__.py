"""Every serial chain and every symmetric parallel robot, by rule: patterns, general models, variants, and how to find one."""
