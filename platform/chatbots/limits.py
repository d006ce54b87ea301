"""The longest texts of chatbots, in characters, and the most training examples in one import."""

QUESTION_MAX, ANSWER_MAX, PROMPT_MAX = 2_000, 8_000, 4_000
EXAMPLES_MAX = 200
