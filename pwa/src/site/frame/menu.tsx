// The menu of small screens: a modal dialog that the browser opens and closes. menu-focus.ts traps the focus in it.
import { Menu as MenuIcon, X } from 'lucide-react'

import { Brand } from './brand'
import { BAR_LINKS, SIGN_IN } from './links'
import { StartAction } from './start-action'

const ID = 'menu'
/** React's types lack these attributes. menu-focus.ts does the same in browsers without them. */
const OPENS = { commandfor: ID, command: 'show-modal' }
const CLOSES = { commandfor: ID, command: 'close' }
const BUTTON_CLASS = 'inline-flex size-11 items-center justify-center rounded-md text-ink hover:bg-hover'

export function MenuButton() {
  return (
    <button
      type="button"
      {...OPENS}
      aria-haspopup="dialog"
      aria-label="Open menu"
      className={`${BUTTON_CLASS} -mr-2.5 md:hidden`}
    >
      <MenuIcon size={22} aria-hidden="true" />
    </button>
  )
}

export function Menu() {
  return (
    <dialog
      id={ID}
      closedby="any"
      aria-label="Menu"
      className="site-menu m-0 w-full max-w-none bg-surface text-ink md:hidden"
    >
      <div className="flex h-16 items-center justify-between px-5">
        <Brand />
        <button type="button" {...CLOSES} aria-label="Close menu" className={`${BUTTON_CLASS} -mr-2.5`}>
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <nav aria-label="Menu" className="px-5 pb-6">
        <ul className="mb-6 border-t border-line">
          {[...BAR_LINKS, SIGN_IN].map(({ to, label }) => (
            <li key={to} className="border-b border-line">
              <a href={to} className="flex h-14 items-center text-xl font-semibold text-ink">
                {label}
              </a>
            </li>
          ))}
        </ul>
        <StartAction className="w-full" />
      </nav>
    </dialog>
  )
}
