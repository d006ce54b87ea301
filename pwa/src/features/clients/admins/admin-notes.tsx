// Below the list of admins: how a colleague becomes an admin, and what admins can see and do.
import { Check, EyeOff } from 'lucide-react'
import { Link } from 'react-router'

import { PRODUCT_NAME } from '../../../lib/product'
import { Card } from '../../../ui/card'
import { CopyButton } from '../../../ui/copy-button'
import { type Step, Steps } from '../../../ui/steps'

const STEPS: readonly Step[] = [
  {
    title: 'They sign up',
    text: 'Send your colleague the link to the sign-up page. Admins need no card.',
  },
  {
    title: 'Your server admin makes them an admin',
    text: 'With one command on the server. It needs only the email address.',
  },
  {
    title: 'They turn on two-factor',
    text: 'In Settings, Security, so that a stolen password is not enough.',
  },
]

const COMMAND = 'pulseboard create_admin colleague@example.com'
const CONTAINER_COMMAND = 'docker compose run --rm manage create_admin colleague@example.com'

const CAN = [
  'Answer every client and write their reports',
  'See every client’s scores, visitors and plan',
  'Change clients’ details and access',
  'Train chatbots and change your public website',
]

export function AdminNotes({ auditHref }: { auditHref: string }) {
  return (
    <div className="mt-4 flex flex-col gap-4">
      <Card title="Add a colleague">
        <div className="admin-steps">
          <Steps steps={STEPS} />
        </div>
        <div className="mt-4 flex flex-wrap gap-2">
          <CopyButton
            className="max-sm:w-full"
            text={`${location.origin}/auth?mode=signup`}
            label="Copy sign-up link"
          />
          <CopyButton className="max-sm:w-full" text={COMMAND} label="Copy command" />
        </div>
        <p className="mt-3 text-sm text-ink-3">
          The command is <Command>{COMMAND}</Command>. Where the server runs in containers, it is{' '}
          <Command>{CONTAINER_COMMAND}</Command>.
        </p>
      </Card>
      <Card title="What admins can do">
        <ul className="admin-abilities flex flex-col gap-2 text-base text-ink-2">
          {CAN.map((line) => (
            <li key={line} className="flex items-start gap-2">
              <Check size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-good" />
              {line}
            </li>
          ))}
          <li className="flex items-start gap-2">
            <EyeOff size={16} aria-hidden="true" className="mt-0.5 shrink-0 text-ink-3" />
            Card numbers and clients’ own chats with chatbots stay private
          </li>
        </ul>
        <p className="mt-4 border-t border-line pt-3 text-sm text-ink-3">
          {PRODUCT_NAME} records who changed what.{' '}
          <Link to={auditHref} className="font-medium text-primary-ink hover:underline">
            See the audit log
          </Link>
        </p>
      </Card>
    </div>
  )
}

function Command({ children }: { children: string }) {
  return <code className="break-words text-ink-2">{children}</code>
}
