"""The longest texts of chatbots, in characters, and the most training examples in one import."""

QUESTION_MAX, ANSWER_MAX, PROMPT_MAX = 2_000, 8_000, 4_000
EXAMPLES_MAX = 200
NAME_MAX, CATEGORY_MAX, DESCRIPTION_MAX, MODEL_MAX = 200, 100, 4_000, 100
ADDRESS_MAX, REASON_MAX = 2_000, 500
