// A switch between the light, the dark and the system's theme.
import { Monitor, Moon, Sun } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'

import { cx } from '../cx'
import { chooseTheme, currentTheme, type Theme, subscribeToTheme } from './theme'

const CHOICES: { theme: Theme; label: string; Icon: typeof Sun }[] = [
  { theme: 'light', label: 'Light', Icon: Sun },
  { theme: 'system', label: 'System', Icon: Monitor },
  { theme: 'dark', label: 'Dark', Icon: Moon },
]

export default function ThemeSwitch({ className }: { className?: string }) {
  const name = useId()
  const chosen = useSyncExternalStore(subscribeToTheme, currentTheme)
  return (
    <fieldset className={cx('inline-flex rounded-md border border-line bg-sunken p-0.5', className)}>
      <legend className="sr-only">Color scheme</legend>
      {CHOICES.map(({ theme, label, Icon }) => (
        <label
          key={theme}
          title={label}
          className={cx(
            'relative inline-flex h-7 w-8 border pointer-coarse:size-control-small cursor-pointer items-center justify-center rounded-sm transition-colors duration-150',
            'has-focus-visible:outline-2 has-focus-visible:outline-offset-1 has-focus-visible:outline-focus',
            chosen === theme
              ? 'border-line-strong bg-raised text-ink shadow-1'
              : 'border-transparent text-ink-3 hover:text-ink',
          )}
        >
          <input
            type="radio"
            name={name}
            checked={chosen === theme}
            onChange={() => chooseTheme(theme)}
            className="absolute inset-0 cursor-pointer opacity-0"
          />
          <Icon size={15} aria-hidden="true" />
          <span className="sr-only">{label}</span>
        </label>
      ))}
    </fieldset>
  )
}
