"""The look of pygame_gui's widgets, taken from the drawings' own colours."""

from __future__ import annotations

from typing import Any

from tactics.render.palette import Theme

_ROUNDED = {"shape": "rounded_rectangle", "shape_corner_radius": "6", "border_width": "1", "shadow_width": "0"}


def widget_theme(theme: Theme) -> dict[str, Any]:
    """Theme data for a `pygame_gui.UIManager`."""
    plain = _colours(theme, theme.card, theme.card_edge, theme.text)
    return {
        "defaults": {
            "colours": plain,
            "font": {"name": "noto_sans", "size": "14", "bold": "0", "italic": "0"},
            "misc": {
                "border_width": "1",
                "shadow_width": "0",
                "shape": "rounded_rectangle",
                "shape_corner_radius": "6",
            },
        },
        "button": {"colours": plain, "misc": _ROUNDED},
        "drop_down_menu": {"colours": plain, "misc": _ROUNDED},
        "@pill_on": {
            "colours": _colours(theme, theme.badge, theme.badge, theme.badge_text),
            "misc": {"shape": "rounded_rectangle", "shape_corner_radius": "12"},
        },
        "@pill_off": {
            "colours": _colours(theme, theme.card, theme.card_edge, theme.muted),
            "misc": {"shape": "rounded_rectangle", "shape_corner_radius": "12"},
        },
        "@try": {
            "colours": _colours(theme, theme.card, theme.card, theme.text),
            "misc": {**_ROUNDED, "text_horiz_alignment": "left", "text_horiz_alignment_padding": "12"},
        },
        "@refused": {
            "colours": _colours(theme, theme.panel, theme.panel, theme.muted),
            "misc": {**_ROUNDED, "text_horiz_alignment": "left", "text_horiz_alignment_padding": "12"},
        },
        "@group": {
            "colours": {**_colours(theme, theme.panel, theme.panel, theme.muted), "normal_text": theme.muted},
            "font": {"name": "noto_sans", "size": "12", "bold": "1", "italic": "0"},
            "misc": {"text_horiz_alignment": "left", "text_horiz_alignment_padding": "2"},
        },
        "@choice": {"misc": {"text_horiz_alignment": "center"}},
        "selection_list": {"colours": {**plain, "dark_bg": theme.panel}, "misc": {"list_item_height": "34"}},
        "selection_list.@selection_list_item": {
            "colours": _colours(theme, theme.panel, theme.panel, theme.text),
            "misc": {
                "text_horiz_alignment": "left",
                "text_horiz_alignment_padding": "12",
                "border_width": "0",
                "shadow_width": "0",
            },
        },
        "scrolling_container": {"colours": {"dark_bg": theme.panel, "normal_border": theme.panel}},
        "vertical_scroll_bar": {"colours": {**plain, "dark_bg": theme.panel}},
        "tool_tip": {"misc": {"rect_width": "340"}},
        "tool_tip.text_box": {
            "colours": {"dark_bg": theme.card, "normal_text": theme.text, "normal_border": theme.link},
            "misc": {"border_width": "1"},
        },
        "text_box": {"colours": {"dark_bg": theme.panel, "normal_text": theme.text, "normal_border": theme.panel}},
    }


def _colours(theme: Theme, background: str, border: str, words: str) -> dict[str, str]:
    return {
        "normal_bg": background,
        "hovered_bg": theme.card_edge,
        "active_bg": theme.badge,
        "selected_bg": theme.badge,
        "disabled_bg": theme.panel,
        "dark_bg": theme.panel,
        "normal_text": words,
        "hovered_text": theme.strong,
        "active_text": theme.badge_text,
        "selected_text": theme.badge_text,
        "disabled_text": theme.muted,
        "normal_border": border,
        "hovered_border": theme.link,
        "active_border": theme.link,
        "selected_border": theme.link,
        "disabled_border": theme.panel,
    }
