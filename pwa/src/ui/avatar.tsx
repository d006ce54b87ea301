// The picture of a user, company or bot. Without one, the initials on a colour that depends on the name.
import { cx } from './cx'

const HUES = [255, 295, 340, 25, 60, 150, 185, 220]

/** Returns up to two letters: the first letters of the first and the last word. */
function initials(name: string): string {
  const words = name
    .trim()
    .split(/\s+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word))
  const picked = words.length > 1 ? [words[0], words[words.length - 1]] : words
  return (
    picked
      .map((word) => Array.from(word ?? '').find((char) => /[\p{L}\p{N}]/u.test(char)) ?? '')
      .join('')
      .toUpperCase() || '?'
  )
}

function hueOf(name: string): number {
  let sum = 0
  for (const char of name) sum = (sum * 31 + (char.codePointAt(0) ?? 0)) >>> 0
  return HUES[sum % HUES.length] ?? 255
}

const SIZES = {
  sm: 'size-6 text-[0.625rem]',
  md: 'size-9 text-xs',
  lg: 'size-11 text-sm',
  xl: 'size-16 text-lg',
}

/** `picture` is a URL; "" if there is none. */
export type AvatarProps = {
  name: string
  picture?: string | undefined
  size?: keyof typeof SIZES
  className?: string
}

/** The picture is decorative, so show the name beside it. */
export function Avatar({ name, picture = '', size = 'md', className }: AvatarProps) {
  if (picture !== '')
    return (
      <img
        src={picture}
        alt=""
        className={cx('shrink-0 rounded-full border border-line object-cover', SIZES[size], className)}
      />
    )
  const hue = hueOf(name)
  return (
    <span
      aria-hidden="true"
      style={{
        background: `light-dark(oklch(0.93 0.04 ${hue}), oklch(0.33 0.06 ${hue}))`,
        color: `light-dark(oklch(0.42 0.11 ${hue}), oklch(0.88 0.06 ${hue}))`,
      }}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-full font-semibold tracking-wide select-none',
        SIZES[size],
        className,
      )}
    >
      {initials(name)}
    </span>
  )
}
