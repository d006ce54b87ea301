"""The card fields of a hosted page."""

TEST_CARDS = (
    ("4242 4242 4242 4242", "is accepted"),
    ("4000 0025 0000 3155", "requires 3-D Secure"),
    ("4000 0000 0000 0002", "is declined"),
    ("4000 0000 0000 9995", "has insufficient funds"),
    ("4000 0000 0000 0341", "is accepted, but declined when it is charged"),
)


def fields() -> str:
    """Return the markup of number, expiry and security code, with a list of test cards."""
    listed = "".join(
        f"<li><code>{number}</code><span class='soft'>{behavior}</span></li>" for number, behavior in TEST_CARDS
    )
    return f"""<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234" required>
<div class="two"><div><label for="expiry">Expiry</label>
<input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY" required></div>
<div><label for="cvc">Security code</label>
<input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC" required></div></div>
<details><summary>Cards for tests, with any expiry ahead and any code</summary><ul class="plain">{listed}</ul></details>"""
