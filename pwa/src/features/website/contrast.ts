// The contrast of text in the provider's colour and on it, by WCAG 2. platform/website/theme.py makes the same decision
// for pages.
export const COLOR = /^#[0-9a-f]{6}$/i
/** The least contrast ratio of readable text. */
export const READABLE = 4.5
const WHITE = '#ffffff'
const DARK = '#0a1230'

export interface Readability {
  /** The contrast ratio, from 1 to 21, of the text of buttons in this colour. */
  ratio: number
  /** The colour of that text. */
  ink: 'white' | 'dark'
  text: string
  isGood: boolean
}

/** The contrast ratio of two hex colours, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

/** Chooses the text colour for `color`, a hex colour that matches `COLOR`, and rates its contrast. */
export function readabilityOf(color: string): Readability {
  const white = contrast(color, WHITE)
  const dark = contrast(color, DARK)
  const ink = white >= READABLE || white >= dark ? 'white' : 'dark'
  const ratio = ink === 'white' ? white : dark
  const text = `${ink === 'white' ? 'White' : 'Dark'} text`
  if (ratio < READABLE)
    return {
      ratio,
      ink,
      isGood: false,
      text: `${text} is hard to read on this color. Choose a darker or a lighter one.`,
    }
  if (white < READABLE)
    return {
      ratio,
      ink,
      isGood: true,
      text: `${text} is easy to read on this color. Links get a darker shade.`,
    }
  return { ratio, ink, isGood: true, text: `${text} is easy to read on this color.` }
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = parseInt(color.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
