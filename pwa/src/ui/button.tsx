// Buttons. A screen has one primary button, bordered buttons beside it, and borderless buttons in rows and bars.
import type { ComponentPropsWithRef, MouseEvent, ReactNode } from 'react'

import { cx } from './cx'
import { Spinner } from './spinner'

type Tone = 'primary' | 'bordered' | 'borderless' | 'danger'
type Size = 'md' | 'sm'

const TONES: Record<Tone, string> = {
  // A disabled primary button is neutral, because a faded colour is hard to read.
  primary:
    'bg-primary text-on-primary shadow-1 hover:bg-primary-hover active:bg-[image:linear-gradient(var(--pressed),var(--pressed))] disabled:bg-pressed disabled:text-ink-2',
  bordered:
    'bg-raised text-ink border border-line-strong shadow-1 hover:bg-[image:linear-gradient(var(--hover),var(--hover))] active:bg-[image:linear-gradient(var(--pressed),var(--pressed))]',
  borderless: 'text-ink-2 hover:bg-hover hover:text-ink active:bg-pressed',
  danger: 'bg-raised text-bad border border-bad-line shadow-1 hover:bg-bad-soft hover:border-bad',
}

const SIZES: Record<Size, string> = {
  md: 'h-control px-3.5 text-base gap-2',
  sm: 'h-control-small min-w-control-small px-2.5 text-control gap-1.5',
}

/** The class names of a button, for links that look like one. */
export function buttonClass(tone: Tone = 'bordered', size: Size = 'md'): string {
  return cx(
    'inline-flex items-center justify-center rounded-md font-medium whitespace-nowrap select-none',
    'transition-[background-color,color,border-color] duration-150',
    'disabled:pointer-events-none [&_svg]:shrink-0',
    tone !== 'primary' && 'disabled:opacity-45',
    TONES[tone],
    SIZES[size],
  )
}

type ButtonProps = ComponentPropsWithRef<'button'> & {
  tone?: Tone
  size?: Size
  icon?: ReactNode
  busy?: boolean
}

/** `busy` keeps the width and the focus, shows the spinner and ignores clicks. */
export function Button({
  tone = 'bordered',
  size = 'md',
  icon,
  busy = false,
  className,
  children,
  ...rest
}: ButtonProps) {
  const covered = busy && icon === undefined
  return (
    <button
      type="button"
      {...rest}
      {...(busy && { 'aria-busy': true, 'aria-disabled': true, onClick: preventClick })}
      className={cx(buttonClass(tone, size), 'relative aria-busy:cursor-progress', className)}
    >
      {busy ? <Spinner className={covered ? 'absolute' : ''} /> : icon}
      {covered ? <span className="opacity-0">{children}</span> : children}
    </button>
  )
}

// Used instead of `disabled`, because a disabled button would lose the focus, and Enter would still submit
// the form.
function preventClick(event: MouseEvent) {
  event.preventDefault()
}

type IconButtonProps = Omit<ComponentPropsWithRef<'button'>, 'aria-label'> & { label: string; size?: Size }

/** A button that shows only an icon. `label` is its accessible name and its native tooltip. */
export function IconButton({ label, size = 'md', className, children, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      title={label}
      {...rest}
      aria-label={label}
      className={cx(
        'inline-flex shrink-0 items-center justify-center rounded-md text-ink-2 transition-colors duration-150',
        'hover:bg-hover hover:text-ink active:bg-pressed disabled:pointer-events-none disabled:opacity-45',
        size === 'md' ? 'size-control' : 'size-control-small',
        className,
      )}
    >
      {children}
    </button>
  )
}
