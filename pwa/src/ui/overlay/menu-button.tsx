// A button with a menu of actions. The menu's code loads when it first opens.
import { type ComponentPropsWithRef, lazy, type ReactNode, Suspense, useRef, useState } from 'react'

import type { MenuItem } from './menu'

const Menu = lazy(async () => ({ default: (await import('./menu')).Menu }))

type TriggerProps = Pick<
  ComponentPropsWithRef<'button'>,
  'ref' | 'aria-haspopup' | 'aria-expanded' | 'onClick'
>

type MenuButtonProps = {
  /** The menu's name for screen readers. */
  label: string
  items: readonly MenuItem[]
  /** Renders the button. It must spread the props on it. */
  button: (props: TriggerProps) => ReactNode
}

export function MenuButton({ label, items, button }: MenuButtonProps) {
  const anchor = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {button({
        ref: anchor,
        'aria-haspopup': 'menu',
        'aria-expanded': isOpen,
        onClick: () => setOpen((before) => !before),
      })}
      {isOpen && (
        <Suspense fallback={null}>
          <Menu open onClose={() => setOpen(false)} anchor={anchor} label={label} items={items} />
        </Suspense>
      )}
    </>
  )
}
