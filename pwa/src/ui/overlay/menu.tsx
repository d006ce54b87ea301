// A menu of actions, placed at its button. Arrow keys, letters and Esc work as in the system's menus.
import { Menu as Radix } from 'radix-ui/internal'
import { Fragment, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { Link } from 'react-router'

import { cx } from '../cx'

type Target = { onSelect: () => void } | { to: string }
export type MenuItem = Target & {
  label: string
  icon: ReactNode
  danger?: boolean
  disabled?: boolean
  /** Starts a new group, with a line above it. */
  startsGroup?: boolean
}

type MenuProps = {
  open: boolean
  onClose: () => void
  /** The button that opens the menu. It gets the focus back before `onSelect` runs. */
  anchor: RefObject<HTMLElement | null>
  label: string
  /** A visible title, such as the name of the item to which the actions apply. */
  title?: string
  /** A text above the items, such as why some of them are disabled. */
  note?: string
  items: readonly MenuItem[]
}

const ITEM =
  'flex min-h-control cursor-default items-center gap-2.5 rounded-md px-2.5 text-base outline-none select-none data-[highlighted]:bg-hover active:bg-pressed [&>svg]:shrink-0'

const FADED = { opacity: 0.45 }

/**
 * A shadow at the lower edge while there are more items below. The first layer scrolls with the items and
 * covers the shadow at the end.
 */
const MORE_BELOW = {
  backgroundImage:
    'linear-gradient(transparent, var(--raised) 60%), linear-gradient(transparent, color-mix(in oklab, var(--ink) 28%, transparent))',
  backgroundPosition: 'bottom',
  backgroundSize: '100% 2.5rem, 100% 1rem',
  backgroundRepeat: 'no-repeat',
  backgroundAttachment: 'local, scroll',
}

export function Menu({ open, onClose, anchor, label, title, note, items }: MenuProps) {
  // Run the item's action only after the button has the focus again, because a dialog that the action opens returns
  // the focus to the element that had it before.
  const chosenAction = useRef<(() => void) | null>(null)
  const isByKey = useRef(false)
  useEffect(() => {
    const button = anchor.current
    if (!open || button === null) return
    isByKey.current = button.matches(':focus-visible')
    button.setAttribute('aria-expanded', 'true')
    return () => button.setAttribute('aria-expanded', 'false')
  }, [anchor, open])
  return (
    <Radix.Root
      open={open}
      onOpenChange={(next) => {
        if (!next) onClose()
      }}
    >
      <Radix.Anchor virtualRef={anchor} />
      <Radix.Portal>
        <Radix.Content
          aria-label={label}
          align="end"
          sideOffset={6}
          collisionPadding={12}
          loop
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            anchor.current?.focus()
            chosenAction.current?.()
            chosenAction.current = null
          }}
          // Radix receives no key that was pressed before it loaded, so it leaves the focus on the menu itself.
          onFocus={({ target, currentTarget }) => {
            if (target !== currentTarget || !isByKey.current) return
            isByKey.current = false
            currentTarget.querySelector<HTMLElement>('[role="menuitem"]:not([data-disabled])')?.focus()
          }}
          style={MORE_BELOW}
          className="z-50 max-h-[min(34rem,var(--radix-popper-available-height))] min-w-52 max-w-[calc(100vw-1.5rem)] overflow-y-auto rounded-lg border border-line bg-raised p-1.5 shadow-3 outline-none data-[state=open]:animate-pop-in"
        >
          {title !== undefined && (
            <Radix.Label className="max-w-64 truncate px-2.5 pt-1 pb-2 text-sm font-semibold text-ink">
              {title}
            </Radix.Label>
          )}
          {note !== undefined && (
            <Radix.Label className="px-2.5 pt-1 pb-2 text-sm text-ink-2">{note}</Radix.Label>
          )}
          {items.map((item, index) => (
            <Fragment key={item.label}>
              {item.startsGroup === true && index > 0 && (
                <Radix.Separator className="-mx-1.5 my-1.5 h-px bg-line" />
              )}
              <Item item={item} onSelect={(run) => (chosenAction.current = run)} />
            </Fragment>
          ))}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

function Item({ item, onSelect }: { item: MenuItem; onSelect: (run: () => void) => void }) {
  const content = (
    <>
      <span aria-hidden="true" className={item.danger === true ? undefined : 'text-ink-3'}>
        {item.icon}
      </span>
      {item.label}
    </>
  )
  const className = cx(ITEM, item.danger === true ? 'text-bad' : 'text-ink')
  if ('to' in item) {
    return (
      <Radix.Item asChild className={className}>
        <Link to={item.to}>{content}</Link>
      </Radix.Item>
    )
  }
  return (
    <Radix.Item
      disabled={item.disabled === true}
      style={item.disabled === true ? FADED : undefined}
      className={className}
      onSelect={() => onSelect(item.onSelect)}
    >
      {content}
    </Radix.Item>
  )
}
