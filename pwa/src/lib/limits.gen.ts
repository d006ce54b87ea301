// How long texts and how large files may be: characters, bytes, and the error texts of files.
// `make contracts` generates this file (platform/config/typescript.py).

/** A message. */
export const MESSAGE_MAX = 20000 as const

/** How many of its newest messages a thread's first load contains. */
export const FIRST_MESSAGES = 200 as const

/** A report's title and text. */
export const REPORT_TITLE_MAX = 200 as const
export const REPORT_TEXT_MAX = 20000 as const

/** How many of a client's newest reports are on admins' devices. */
export const RECENT_REPORTS = 12 as const

/** A question to a bot, with everything that the prompt adds. */
export const PROMPT_MAX = 4000 as const

/** A training example. */
export const QUESTION_MAX = 2000 as const
export const ANSWER_MAX = 8000 as const

/** A bot's details, and the address of an example's source. */
export const BOT_NAME_MAX = 200 as const
export const BOT_CATEGORY_MAX = 100 as const
export const BOT_DESCRIPTION_MAX = 4000 as const
export const MODEL_MAX = 100 as const
export const ADDRESS_MAX = 2000 as const

/** Why a bot is activated although saved questions fail. */
export const REASON_MAX = 500 as const

/** A client's details. */
export const NAME_MAX = 200 as const
export const EMAIL_MAX = 255 as const
export const PHONE_MAX = 40 as const

/** The areas that a client serves. */
export const AREAS_MAX = 2000 as const

/** Titles of the public site. */
export const SITE_TITLES_MAX = {
  "hero_title": 200,
  "hero_subtitle": 400,
  "features_title": 200
} as const

/** The file of a message. */
export const ATTACHMENT = {
  "bytes": 104857600,
  "endings": [
    "doc",
    "docx",
    "gif",
    "jpeg",
    "jpg",
    "pdf",
    "png",
    "txt",
    "xls",
    "xlsx",
    "zip"
  ],
  "tooLarge": "File size must be less than 100MB",
  "notSupported": "File type not supported"
} as const

/** The video of a report. */
export const REPORT_VIDEO = {
  "bytes": 524288000,
  "endings": [
    "avi",
    "mov",
    "mp4",
    "ogg",
    "ogv",
    "qt",
    "webm"
  ],
  "tooLarge": "Video file size must be less than 500MB",
  "notSupported": "Video must be MP4, WebM, OGG, QuickTime, or AVI format"
} as const

/** The logo of the public site. */
export const LOGO = {
  "bytes": 5242880,
  "endings": [
    "gif",
    "jpeg",
    "jpg",
    "png"
  ],
  "tooLarge": "File size must be less than 5MB",
  "notSupported": "File must be JPEG, PNG, or GIF"
} as const

/** An admin's picture; it is a square with sides of at most so many pixels. */
export const PORTRAIT_PX = 256 as const
