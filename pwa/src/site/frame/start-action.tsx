// The main action of the public pages: a free trial, or an email to the provider while nothing is for sale online.
import { Action } from './action'
import { CONTACT, START } from './links'
import { IfSelling } from './conditions'

export function StartAction({ className }: { className?: string }) {
  return (
    <IfSelling
      then={
        <Action tone="primary" href={START.to} className={className}>
          {START.label}
        </Action>
      }
      otherwise={
        <Action tone="primary" href={CONTACT.to} className={className}>
          {CONTACT.label}
        </Action>
      }
    />
  )
}
