"""Finding plugins, and surviving those that are broken."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
import structlog

from headjudge import PluginInvalid, Resolver, Services, hookimpl
from headjudge.discovery import Plugins, Standing, discover
from headjudge.settings import Settings
from headjudge.testing import ScriptedRetriever

LEG = """
from headjudge import hookimpl

class Leg:
    name = {name!r}
    async def retrieve(self, inquiry, corpus, limit):
        return []

@hookimpl
def headjudge_retrievers(services):
    {before}
    yield Leg()
"""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder on the path, in which `install` makes distributions."""
    monkeypatch.syspath_prepend(str(tmp_path))
    before = set(sys.modules)
    yield tmp_path
    for name in set(sys.modules) - before:
        if name.startswith("stranger"):
            del sys.modules[name]


def install(folder: Path, name: str, code: str) -> None:
    """Make a distribution of one module with one entry point *name*."""
    (folder / f"stranger_{name}.py").write_text(code, encoding="utf-8")
    about = folder / f"stranger_{name}-1.0.dist-info"
    about.mkdir()
    (about / "METADATA").write_text(f"Metadata-Version: 2.1\nName: stranger-{name}\nVersion: 1.0\n", encoding="utf-8")
    (about / "entry_points.txt").write_text(f"[headjudge]\n{name} = stranger_{name}\n", encoding="utf-8")


def standing(plugins: Plugins, name: str) -> Standing:
    return next(standing for standing in plugins.standings if standing.name == name)


def plugin(*legs: ScriptedRetriever) -> object:
    """Return a plugin that gives *legs*."""

    class Plugin:
        @hookimpl
        def headjudge_retrievers(self, services):
            yield from legs

    return Plugin()


def test_our_own_plugins_are_found_in_order() -> None:
    """Every plugin of this distribution is on, sorted by name."""
    plugins = discover()

    names = [standing.name for standing in plugins.standings]
    assert names == sorted(names)
    assert {standing.name for standing in plugins.standings if standing.state == "on"} >= {"clerk", "library", "names", "sources", "sql", "tantivy"}
    assert plugins.broken == ()


def test_a_strangers_plugin_is_found(installed: Path, headjudge_services: Services) -> None:
    """What is installed beside us joins."""
    install(installed, "alpha", LEG.format(name="alpha leg", before="pass"))
    plugins = discover()

    assert standing(plugins, "alpha").state == "on"
    assert "alpha leg" in [leg.name for leg in plugins.collect("retrievers", headjudge_services)]


@pytest.mark.parametrize(
    ("code", "reason"),
    [
        ("raise ZeroDivisionError('oh dear')", "oh dear"),
        ("raise ZeroDivisionError", "ZeroDivisionError"),
        ("a b", "invalid syntax"),
        ("import sys\nsys.exit('no luck')", "no luck"),
        ("from headjudge import nothing_of_the_kind", "cannot import name 'nothing_of_the_kind'"),
        ("from headjudge import hookimpl\n@hookimpl\ndef headjudge_retreivers(services):\n    return []", "headjudge_retreivers"),
    ],
)
def test_a_broken_plugin_is_named_and_the_others_go_on(installed: Path, code: str, reason: str) -> None:
    """Whatever its module raises, discovery never does."""
    install(installed, "broken", code)
    plugins = discover()

    assert [broken.name for broken in plugins.broken] == ["broken"]
    assert reason in plugins.broken[0].reason
    assert standing(plugins, "sql").state == "on"


def test_a_missing_vendor_leaves_a_plugin_out(installed: Path) -> None:
    """With one log line that names what is missing; the plugin is not broken."""
    install(installed, "alpha", "import vendor_that_nobody_installed.part\n")
    with structlog.testing.capture_logs() as logs:
        plugins = discover()

    assert standing(plugins, "alpha") == Standing("alpha", "left out", "the package vendor_that_nobody_installed is not installed")
    assert [line for line in logs if line.get("plugin") == "alpha"] == [
        {"event": "plugin.left_out", "log_level": "info", "plugin": "alpha", "missing": "vendor_that_nobody_installed"}
    ]


def test_a_vendor_that_is_missed_in_a_hook_leaves_the_plugin_out(installed: Path, headjudge_services: Services) -> None:
    """Heavy vendors are imported there; several hooks make one log line."""
    code = LEG.format(name="alpha leg", before="import vendor_that_nobody_installed") + (
        "\n@hookimpl\ndef headjudge_resolvers(services):\n    import vendor_that_nobody_installed\n    yield None\n"
    )
    install(installed, "alpha", code)
    plugins = discover()
    with structlog.testing.capture_logs() as logs:
        legs = plugins.collect("retrievers", headjudge_services)
        plugins.collect("resolvers", headjudge_services)

    assert "alpha leg" not in [leg.name for leg in legs]
    assert standing(plugins, "alpha").state == "left out"
    assert [line["event"] for line in logs if line.get("plugin") == "alpha"] == ["plugin.left_out"]


def test_a_missing_part_of_its_own_is_a_broken_plugin(installed: Path, headjudge_services: Services) -> None:
    """Its own module that is not there is no vendor."""
    install(installed, "alpha", "import stranger_alpha.part\n")
    install(installed, "beta", LEG.format(name="beta leg", before="import stranger_beta.part"))
    plugins = discover()

    assert standing(plugins, "alpha").state == "broken"
    with pytest.raises(PluginInvalid, match=r"plugin 'beta' is broken .*; mend it, or leave it out with JUDGE_PLUGINS_OFF=beta"):
        plugins.collect("retrievers", headjudge_services)


def test_plugins_are_left_out_by_name(installed: Path) -> None:
    """Their modules are not even imported; a name that nothing has is logged."""
    install(installed, "broken", "raise ZeroDivisionError")
    with structlog.testing.capture_logs() as logs:
        plugins = discover(("broken", "nobody"))

    assert standing(plugins, "broken") == Standing("broken", "off", "named in JUDGE_PLUGINS_OFF")
    assert "stranger_broken" not in sys.modules
    assert {"event": "plugin.unknown", "log_level": "warning", "plugin": "nobody", "variable": "JUDGE_PLUGINS_OFF"} in logs


def test_a_hook_that_nobody_declared_is_refused(headjudge_plugins: Plugins) -> None:
    """A misspelt hook is found at once."""

    class Misspelt:
        @hookimpl
        def headjudge_retreivers(self, services):
            return []

    with pytest.raises(PluginInvalid, match=r"plugin 'odd' cannot be used .*headjudge_retreivers.*; mend it, or leave it out"):
        headjudge_plugins.register(Misspelt(), "odd")
    assert headjudge_plugins.standings == []


def test_an_argument_that_a_hook_does_not_give_is_refused(headjudge_plugins: Plugins) -> None:
    """The panel gets services and nothing else."""

    class Greedy:
        @hookimpl
        def headjudge_retrievers(self, services, store):
            return []

    with pytest.raises(PluginInvalid, match="plugin 'greedy' cannot be used"):
        headjudge_plugins.register(Greedy(), "greedy")


def test_two_of_one_name_are_refused(headjudge_plugins: Plugins, headjudge_services: Services) -> None:
    """Both plugins are named, and the cure."""
    headjudge_plugins.register(plugin(ScriptedRetriever(name="full text")), "one")
    headjudge_plugins.register(plugin(ScriptedRetriever(name="full text")), "two")

    with pytest.raises(PluginInvalid) as caught:
        headjudge_plugins.collect("retrievers", headjudge_services)
    assert str(caught.value) == "plugins 'one' and 'two' both gave a Retriever named 'full text'; rename one or add its plugin to JUDGE_PLUGINS_OFF"


def test_what_does_not_play_the_role_is_refused(headjudge_plugins: Plugins, headjudge_services: Services) -> None:
    """The error says what is missing."""
    headjudge_plugins.register(plugin(SimpleNamespace(name="leg")), "odd")  # type: ignore[arg-type]

    with pytest.raises(PluginInvalid) as caught:
        headjudge_plugins.collect("retrievers", headjudge_services)
    told = "plugin 'odd' gave headjudge_retrievers a SimpleNamespace, which is no Retriever (that has name, retrieve)"
    assert str(caught.value) == f"{told}; mend it, or leave it out with JUDGE_PLUGINS_OFF=odd"


@pytest.mark.parametrize("given", [7, ZeroDivisionError("oh")])
def test_a_hook_that_fails_is_named(headjudge_plugins: Plugins, headjudge_services: Services, given: object) -> None:
    """With the hook, the reason and the cure."""

    class Odd:
        @hookimpl
        def headjudge_retrievers(self, services):
            if isinstance(given, Exception):
                raise given
            return given

    headjudge_plugins.register(Odd(), "odd")

    with pytest.raises(
        PluginInvalid, match=r"plugin 'odd' failed in headjudge_retrievers \(.+\); mend it, or leave it out with JUDGE_PLUGINS_OFF=odd"
    ):
        headjudge_plugins.collect("retrievers", headjudge_services)


def test_a_hook_may_give_nothing(headjudge_plugins: Plugins, headjudge_services: Services) -> None:
    """None and an empty iterable are no objects."""

    class Shy:
        @hookimpl
        def headjudge_retrievers(self, services):
            return None

    headjudge_plugins.register(Shy(), "shy")

    assert headjudge_plugins.collect("retrievers", headjudge_services) == ()


def test_objects_come_by_plugin_name_then_in_the_plugins_order(headjudge_plugins: Plugins, headjudge_services: Services) -> None:
    """Not in the order of registration."""
    headjudge_plugins.register(plugin(ScriptedRetriever(name="z"), ScriptedRetriever(name="y")), "b")
    headjudge_plugins.register(plugin(ScriptedRetriever(name="x")), "a")

    assert [leg.name for leg in headjudge_plugins.collect("retrievers", headjudge_services)] == ["x", "z", "y"]


def test_a_test_manager_refuses_discovery(headjudge_plugins: Plugins) -> None:
    """What is installed beside a test cannot change it."""
    assert headjudge_plugins.standings == []
    with pytest.raises(AssertionError, match="must not look for plugins"):
        headjudge_plugins.manager.load_setuptools_entrypoints("headjudge")


def test_a_plugin_may_say_itself_what_is_wrong() -> None:
    """A `PluginInvalid` of its own is told as it is, with its cure."""

    class Choosy:
        @hookimpl
        def headjudge_models(self, settings):
            raise PluginInvalid("no price is known for 'gloam-1'; set JUDGE_MODEL_PRICE_IN")

    plugins = Plugins.none()
    plugins.register(Choosy(), "choosy")

    with pytest.raises(PluginInvalid, match=r"^no price is known for 'gloam-1'; set JUDGE_MODEL_PRICE_IN$"):
        plugins.collect("models", Settings())


HERALD = """
from headjudge import hookimpl, hookspec

@hookspec
def headjudge_banners(services):
    \"\"\"Give banners.\"\"\"
"""
BANNER = """
from headjudge import hookimpl

class Banner:
    name = "plain"

@hookimpl
def headjudge_banners(services):
    yield Banner()
"""


def test_a_plugin_may_declare_hooks(installed: Path) -> None:
    """Whoever comes before it by name gives something on them all the same, and it is collected by its role."""
    install(installed, "aaa", BANNER)
    install(installed, "herald", HERALD)

    plugins = discover()

    assert (standing(plugins, "aaa").state, standing(plugins, "herald").state) == ("on", "on")
    (banner,) = plugins.collect("banners", None, object)
    assert banner.name == "plain"


def test_a_hook_that_is_declared_twice_breaks_the_second(installed: Path) -> None:
    """The plugin that declares it again is named with the cure; the others go on."""
    install(installed, "aaa", BANNER)
    install(installed, "herald", HERALD)
    install(installed, "usurper", HERALD)

    plugins = discover()

    assert standing(plugins, "usurper").state == "broken"
    assert "JUDGE_PLUGINS_OFF=usurper" in standing(plugins, "usurper").reason
    assert len(plugins.collect("banners", None, object)) == 1


def test_a_hook_that_nobody_declares_is_a_mistake(installed: Path) -> None:
    """The plugin that gives something on it is broken; whoever asks for it gets nothing."""
    install(installed, "aaa", BANNER)

    plugins = discover()

    assert standing(plugins, "aaa").state == "broken"
    assert plugins.collect("banners", None, object) == ()


def test_what_is_given_on_a_declared_hook_plays_its_role(installed: Path) -> None:
    """The error names the plugin, the hook and the role."""
    install(installed, "aaa", BANNER)
    install(installed, "herald", HERALD)

    with pytest.raises(PluginInvalid, match="plugin 'aaa' gave headjudge_banners a Banner, which is no Resolver"):
        discover().collect("banners", None, Resolver)
