// replaced by the module's first unit
