// What the server requires of a client's details, video, script and sheet, from clients, reports and chatbots.
// `make contracts` generates this file (platform/config/typescript.py).

/** The error texts for required fields that are empty. */
export const MISSING = {
  "company_name": "Company name is required",
  "contact_name": "Contact name is required",
  "contact_email": "Contact email is required"
} as const

/** The error text for an address that EMAIL does not match. */
export const BAD_EMAIL = "Please enter a valid email address" as const

/** The error text for an address that is not a video's. */
export const BAD_VIDEO = "Please provide a valid video URL (YouTube, Vimeo, Loom, Pictory, or direct video link)" as const

/** The error text for a weekly video's date that is too far ahead. */
export const POSTED_TOO_LATE = "The posted date cannot be more than a year ahead" as const

/** How many days ahead the date of a weekly video may be. */
export const POSTED_AHEAD_DAYS = 366 as const

/** The error text for embed code without a script. */
export const BAD_SCRIPT = "Invalid script tag. Please include both opening and closing script tags." as const

/** The error text for an address that is not a Google sheet's. */
export const BAD_SHEET = "Invalid Google Sheets URL. Please provide a valid Google Sheets URL." as const

/** The schemes that a video's address may have. */
export const VIDEO_SCHEMES = [
  "http",
  "https"
] as const

/** The domains of the services whose videos are played. */
export const VIDEO_SERVICES = [
  "youtube.com",
  "youtube-nocookie.com",
  "youtu.be",
  "vimeo.com",
  "vimeocdn.com",
  "loom.com",
  "pictory.ai"
] as const

/** The beginning of the address of a Google sheet. */
export const SHEETS = "https://docs.google.com/spreadsheets/" as const

/** The most clients in one request. */
export const CLIENTS_MAX = 500 as const

/** An email address. */
export const EMAIL = /^(?!.*\.\.)[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?\.[A-Za-z]{2,}$/
