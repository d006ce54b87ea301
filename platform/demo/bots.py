"""The demo's chatbots: one in use with a conversation, one whose training has just started."""

from base64 import b64encode
from dataclasses import dataclass
from io import BytesIO
from uuid import UUID, uuid5

from PIL import Image, ImageDraw

from chatbots import services as chatbots
from core.actor import Actor

NAMESPACE = UUID("3d0c9e7a-52f1-4b0e-9a35-7b1f6f7e2c44")
MODEL = "gpt-4o-mini"
# A fake of the embedded live chat of a third party: a static page without a server.
LIVE_CHAT = """<div style="font:15px/1.5 system-ui;padding:24px;max-width:32rem">
<p style="background:#eef2ff;border-radius:14px;padding:12px 16px;margin:0 0 12px">Hi! Looking for our opening hours, beans or \
brew courses?</p>
<form id="ask"><input aria-label="Your question" placeholder="Your question" \
style="font:inherit;width:100%;padding:10px 14px;border:1px solid #c7cdd8;border-radius:10px;box-sizing:border-box"></form>
</div>
<script>
document.getElementById('ask').onsubmit = (sent) => {
  sent.preventDefault()
  const reply = document.createElement('p')
  reply.textContent = 'Thank you. Maya answers during opening hours.'
  sent.target.replaceWith(reply)
}
</script>"""


@dataclass(frozen=True, slots=True)
class Bot:
    """A demo bot.

    `training` maps questions to answers. `test_questions` maps a question to the training question that must be found.
    `conversation` maps the questions of a user to (reply, whether training was used), and `admin_conversation` those of
    the admin.
    """

    name: str
    category: str
    description: str
    color: str
    is_active: bool
    training: dict[str, str]
    test_questions: dict[str, str]
    conversation: dict[str, tuple[str, bool]]
    admin_conversation: dict[str, tuple[str, bool]]


HOURS = "We are open from 7 AM to 6 PM on weekdays and 8 AM to 4 PM at weekends. On public holidays we open at 9 AM."
BOTS = (
    Bot(
        "Harbor Helper",
        "Support",
        "Answers what guests of Harbor Coffee Roasters ask most: hours, beans, courses and gift cards.",
        "#0f766e",
        True,
        training={
            "When are you open?": HOURS,
            "Do you ship beans?": "Yes, every Tuesday and Friday, roasted the day before. Shipping is free from 3 bags.",
            "Which coffee has no caffeine?": "Our Quiet Cove is decaffeinated with water alone; it tastes of cocoa and fig.",
            "Can I book a brew course?": "Courses are on the first Saturday of each month, 10 AM to noon, for up to six.",
            "Do you sell gift cards?": "Yes, at the counter and by email, for any amount from 15 dollars.",
        },
        test_questions={
            "When are you open on weekdays?": "When are you open?",
            "Do you ship beans in winter?": "Do you ship beans?",
            "Do you sell gift cards by email?": "Do you sell gift cards?",
        },
        conversation={
            "What are your hours on Sunday?": ("On Sundays we are open from 8 AM to 4 PM.", True),
            "I would like decaf, what do you have?": (
                "Try Quiet Cove: it is decaffeinated with water alone and tastes of cocoa and fig.",
                True,
            ),
            "Is there parking for a boat?": ("I do not know that yet. Please call us or ask at the counter.", False),
        },
        admin_conversation={
            "Can I learn to brew with you?": (
                "Yes: brew courses are on the first Saturday of each month, 10 AM to noon, for up to six people.",
                True,
            ),
            "Do you send beans to other cities?": (
                "We ship every Tuesday and Friday, roasted the day before. Shipping is free from 3 bags.",
                True,
            ),
        },
    ),
    Bot(
        "Wholesale Desk",
        "Sales",
        "For cafés and offices that buy beans by the sack.",
        "#7c3aed",
        False,
        training={"What is the smallest order?": "Two sacks of 5 kg, delivered within three days."},
        test_questions={},
        conversation={},
        admin_conversation={},
    ),
)


def seed(*, client_id: UUID, admin: Actor, reader: Actor) -> None:
    """Create the bots, assign the active one to `reader`, and import the conversations of both users."""
    for bot in BOTS:
        chatbot_id = uuid5(NAMESPACE, bot.name)
        chatbots.create_chatbot(
            actor=admin,
            chatbot_id=chatbot_id,
            bot_name=bot.name,
            category=bot.category,
            description=bot.description,
            avatar_url=None,
            avatar=_face(bot.color),
            model_preference=None,
        )
        for question, answer in bot.training.items():
            row_id = uuid5(chatbot_id, question)
            chatbots.add_training(actor=admin, row_id=row_id, chatbot_id=chatbot_id, question=question, answer=answer)
        for question, trained in bot.test_questions.items():
            question_id, expects = uuid5(chatbot_id, f"check {question}"), uuid5(chatbot_id, trained)
            chatbots.save_question(
                actor=admin, question_id=question_id, chatbot_id=chatbot_id, question=question, expects=expects
            )
        if bot.is_active:
            chatbots.set_status(actor=admin, chatbot_id=chatbot_id, status="active", reason="")
            chatbots.assign(actor=admin, user_id=reader.id, chatbot_id=chatbot_id)
        _add_conversation(chatbot_id, bot.conversation, asker=reader)
        _add_conversation(chatbot_id, bot.admin_conversation, asker=admin)
    chatbots.store_embed(actor=admin, client_id=client_id, embed_url=LIVE_CHAT)


def _add_conversation(chatbot_id: UUID, conversation: dict[str, tuple[str, bool]], *, asker: Actor) -> None:
    for question, (text, used_training) in conversation.items():
        question_id = uuid5(chatbot_id, f"asked {question}")
        chatbots.store_question(actor=asker, question_id=question_id, chatbot_id=chatbot_id, content=question)
        reply = chatbots.Reply(text, MODEL, False, 900, 0, False, used_training, 0)
        chatbots.store_reply(question_id=question_id, reply=reply)


def _face(color: str) -> str:
    """A drawn face as a `data:` URL, as `chatbots.providers.avatars` stores avatars."""
    drawn = Image.new("RGB", (512, 512), color)
    pen = ImageDraw.Draw(drawn)
    pen.line((256, 110, 256, 170), fill="white", width=20)
    pen.ellipse((232, 78, 280, 126), fill="white")
    pen.rounded_rectangle((110, 165, 402, 375), 70, fill="white")
    for left in (180, 288):
        pen.ellipse((left, 230, left + 44, 274), fill=color)
    pen.arc((206, 262, 306, 332), 20, 160, fill=color, width=18)
    buffer = BytesIO()
    drawn.resize((128, 128), Image.Resampling.LANCZOS).save(buffer, "WEBP", quality=85)
    return f"data:image/webp;base64,{b64encode(buffer.getvalue()).decode()}"
