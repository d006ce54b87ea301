// A menu of actions that opens from a button; arrow keys, first letters and Esc work.
import { DropdownMenu as Radix } from 'radix-ui'
import type { ReactElement, ReactNode } from 'react'

import { cx } from './cx'

type MenuProps = { trigger: ReactElement; children: ReactNode; align?: 'start' | 'end' }

/** `trigger` is one button element. */
export function Menu({ trigger, children, align = 'end' }: MenuProps) {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{trigger}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          align={align}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 min-w-48 rounded-lg border border-line bg-raised p-1 shadow-3 outline-none data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
        >
          {children}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}

type MenuItemProps = { icon?: ReactNode; tone?: 'plain' | 'danger'; disabled?: boolean; onSelect: () => void; children: ReactNode }

export function MenuItem({ icon, tone = 'plain', disabled = false, onSelect, children }: MenuItemProps) {
  return (
    <Radix.Item
      disabled={disabled}
      onSelect={onSelect}
      className={cx(
        'flex min-h-control-small cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-base outline-none select-none data-[highlighted]:bg-hover',
        'data-[disabled]:cursor-default data-[disabled]:opacity-45',
        tone === 'danger' ? 'text-bad' : 'text-ink',
      )}
    >
      {icon}
      {children}
    </Radix.Item>
  )
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1 h-px bg-line" />
}
