"""Finding plugins by entry point, and surviving those that are broken or lack a vendor."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from types import ModuleType
from typing import Any, Final

import attrs
import pluggy
import structlog

from headjudge import hookspecs
from headjudge.doors import Door
from headjudge.errors import PluginInvalid
from headjudge.roles import Alarm, Detector, Embedder, Extractor, ModelBackend, Resolver, Retriever, Source, Store, Synthesizer, Validator

__all__ = ["ROLES", "Plugins", "Standing", "discover"]

log: Final = structlog.get_logger()

ROLES: Final[Mapping[str, type]] = {
    "stores": Store,
    "models": ModelBackend,
    "embedders": Embedder,
    "alarms": Alarm,
    "extractors": Extractor,
    "detectors": Detector,
    "resolvers": Resolver,
    "retrievers": Retriever,
    "synthesizers": Synthesizer,
    "validators": Validator,
    "sources": Source,
    "doors": Door,
}
"""The role that each hook's objects must play."""


@attrs.frozen
class Standing:
    """What became of one plugin."""

    name: str
    state: str
    """``on``, ``off`` (by JUDGE_PLUGINS_OFF), ``left out`` (a vendor is missing), ``broken``."""
    reason: str = ""


@attrs.define
class Plugins:
    """The plugins that were found, and the objects that they give."""

    manager: pluggy.PluginManager
    standings: list[Standing] = attrs.Factory(list)

    @classmethod
    def none(cls) -> "Plugins":
        """Return an empty set that has looked nowhere; tests register what they need."""
        manager = pluggy.PluginManager(hookspecs.GROUP)
        manager.add_hookspecs(hookspecs)
        return cls(manager)

    def declare(self, plugin: Any, name: str) -> None:
        """Add the hooks that *plugin*, called *name*, itself declares, so that other plugins can give something on them.

        Raises:
            PluginInvalid: one of them is declared already.
        """
        if all(self.manager.parse_hookspec_opts(plugin, member) is None for member in dir(plugin)):
            return
        try:
            self.manager.add_hookspecs(plugin)
        except ValueError as error:
            raise PluginInvalid(f"plugin {name!r} cannot be used ({_sentence(error)}); {_cure(name)}") from error

    def register(self, plugin: object, name: str) -> None:
        """Add *plugin* under *name*.

        Raises:
            PluginInvalid: it has a hook that nobody declared, or arguments that a hook does not give.
        """
        try:
            self.manager.register(plugin, name)
            self.manager.check_pending()
        except (pluggy.PluginValidationError, ValueError) as error:
            self.manager.set_blocked(name)
            raise PluginInvalid(f"plugin {name!r} cannot be used ({_sentence(error)}); {_cure(name)}") from error
        self.standings.append(Standing(name, "on"))

    def collect(self, hook: str, lent: object, role: type | None = None) -> tuple[Any, ...]:
        """Return what the plugins give on ``headjudge_<hook>``, by plugin name, then in the plugin's order.

        *role* is what is given on a hook that a plugin declared; where no plugin declares it, nothing is.

        Raises:
            PluginInvalid: a plugin fails, or gives what does not play the role, or two give one name.
        """
        caller = getattr(self.manager.hook, f"headjudge_{hook}", None)
        if caller is None:
            return ()
        given: list[tuple[str, Any]] = []
        for implementation in sorted(caller.get_hookimpls(), key=lambda found: found.plugin_name):
            given += [(implementation.plugin_name, thing) for thing in self._call(implementation, lent)]
        self._check(hook, role or ROLES[hook], given)
        return tuple(thing for _, thing in given)

    def _call(self, implementation: pluggy.HookImpl, lent: object) -> Sequence[Any]:
        name = implementation.plugin_name
        arguments = (lent,) * len(implementation.argnames)
        try:
            return tuple(_things(implementation.function(*arguments)))
        except ModuleNotFoundError as error:
            if _own(implementation.plugin, error):
                raise PluginInvalid(f"plugin {name!r} is broken ({_sentence(error)}); {_cure(name)}") from error
            self.leave_out(name, error)
            return ()
        except PluginInvalid:  # it says itself what is wrong, and the cure
            raise
        except (Exception, SystemExit) as error:
            raise PluginInvalid(f"plugin {name!r} failed in {implementation.function.__name__} ({_sentence(error)}); {_cure(name)}") from error

    def leave_out(self, name: str, error: ModuleNotFoundError) -> None:
        """Note that *name* is off because a vendor is missing, and say so in one log line."""
        if not any(standing.name == name and standing.state == "left out" for standing in self.standings):
            log.info("plugin.left_out", plugin=name, missing=error.name)
        self.standings = [s for s in self.standings if s.name != name]
        # A plugin that raises the error itself tells the cure in a note.
        cure = "".join(f"; {note}" for note in getattr(error, "__notes__", ()))
        self.standings.append(Standing(name, "left out", f"the package {error.name} is not installed{cure}"))

    def _check(self, hook: str, role: type, given: Sequence[tuple[str, Any]]) -> None:
        seen: dict[str, str] = {}
        for plugin, thing in given:
            if not isinstance(thing, role):
                given_as = f"plugin {plugin!r} gave headjudge_{hook} a {type(thing).__name__}"
                raise PluginInvalid(f"{given_as}, which is no {role.__name__} (that has {_members(role)}); {_cure(plugin)}")
            for name in _names(thing):
                if name in seen:
                    cure = "rename one or add its plugin to JUDGE_PLUGINS_OFF"
                    raise PluginInvalid(f"plugins {seen[name]!r} and {plugin!r} both gave a {role.__name__} named {name!r}; {cure}")
                seen[name] = plugin

    @property
    def on(self) -> tuple[str, ...]:
        """Names of the plugins that are in use, sorted."""
        return tuple(sorted(standing.name for standing in self.standings if standing.state == "on"))

    @property
    def broken(self) -> tuple[Standing, ...]:
        """The plugins that could not be loaded."""
        return tuple(standing for standing in self.standings if standing.state == "broken")


def discover(off: Sequence[str] = ()) -> Plugins:
    """Load the plugins that entry points name, sorted by name, leaving out those in *off*. Never raises: see `Plugins.standings`."""
    plugins = Plugins.none()
    found = []
    for point in _points():
        if point.name in off:
            plugins.standings.append(Standing(point.name, "off", "named in JUDGE_PLUGINS_OFF"))
        elif (plugin := _load(plugins, point)) is not None:
            found.append((plugin, point.name))
    # Every hook is known before anybody gives something on it.
    for take in (plugins.declare, plugins.register):
        found = [(plugin, name) for plugin, name in found if _taken(plugins, take, plugin, name)]
    plugins.standings.sort(key=lambda standing: standing.name)
    known = {point.name for point in _points()}
    for name in off:
        if name not in known:
            log.warning("plugin.unknown", plugin=name, variable="JUDGE_PLUGINS_OFF")
    return plugins


def _points() -> list[EntryPoint]:
    return sorted(entry_points(group=hookspecs.GROUP), key=lambda point: point.name)


def _load(plugins: Plugins, point: EntryPoint) -> object | None:
    """The module (or object) that *point* names; None, and its standing, when it cannot be loaded."""
    try:
        loaded: object = point.load()
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == point.module.partition(".")[0]:
            plugins.standings.append(Standing(point.name, "broken", _sentence(error)))
        else:
            plugins.leave_out(point.name, error)
    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a stranger's module raises, the others go on
        plugins.standings.append(Standing(point.name, "broken", _sentence(error)))
    else:
        return loaded
    return None


def _taken(plugins: Plugins, take: Callable[[Any, str], None], plugin: object, name: str) -> bool:
    """Whether *take* took *plugin*; otherwise it is broken."""
    try:
        take(plugin, name)
    except PluginInvalid as error:
        plugins.standings.append(Standing(name, "broken", _sentence(error)))
        return False
    return True


def _names(thing: Any) -> tuple[str, ...]:
    """What no other object of the role may have too: its schemes, its corpus and shelf, or its name."""
    if isinstance(thing, Store):
        return tuple(thing.schemes)
    if isinstance(thing, Source):
        return (f"{thing.corpus} {thing.shelf.value}",)
    return (str(thing.name),)


def _things(given: Any) -> Iterator[Any]:
    if given is None:
        return
    if not isinstance(given, Iterable):
        raise TypeError(f"a hook gives an iterable, not a {type(given).__name__}")
    yield from given


def _own(plugin: object, error: ModuleNotFoundError) -> bool:
    """Whether what is missing belongs to the plugin itself: then it is broken, not half-installed."""
    module = plugin.__name__ if isinstance(plugin, ModuleType) else type(plugin).__module__
    return (error.name or "").partition(".")[0] == module.partition(".")[0]


def _members(role: type) -> str:
    names = sorted(name for name in vars(role) if not name.startswith("_"))
    return ", ".join(names)


def _sentence(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [""])[0] or type(error).__name__


def _cure(name: str) -> str:
    return f"mend it, or leave it out with JUDGE_PLUGINS_OFF={name}"
