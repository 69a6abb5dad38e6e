# raise from: the cause is printed first.
class ConfigError(Exception):
    pass


def read(config, key):
    try:
        return config[key]
    except KeyError as e:
        raise ConfigError(f"missing {key}") from e


read({"a": 1}, "b")
