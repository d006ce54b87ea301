// A client's details: its contact data and its settings.
import type { ReactNode } from 'react'

import { dateText } from '../../../lib/text/days'
import { planName } from '../../../lib/text/plan-names'
import type { ClientRow } from '../../../db/rows/clients'
import { Card } from '../../../ui/card'
import type { ClientPageData } from './use-client-page'

type ClientDetailsProps = { client: ClientRow; data: ClientPageData; inCharge: string | null }

export function ClientDetails({ client, data, inCharge }: ClientDetailsProps) {
  const { contact_name, contact_email, phone, website_url, subscription_tier } = client
  return (
    <Card title="Details">
      <dl className="client-details">
        <Detail name="Contact">{contact_name}</Detail>
        <Detail name="Email">
          <a href={emailHref(contact_email)} className="client-link">
            {contact_email}
          </a>
        </Detail>
        <Detail name="Phone">
          {phone ? (
            <a href={phoneHref(phone)} className="client-link">
              {phone}
            </a>
          ) : null}
        </Detail>
        <Detail name="Website">
          {website_url === null ? null : (
            <a href={website_url} target="_blank" rel="noreferrer" className="client-link">
              {website_url.replace(/^https?:\/\//, '').replace(/\/$/, '')}
            </a>
          )}
        </Detail>
        <Detail name="Plan">{planName(subscription_tier)}</Detail>
        <Detail name="Looked after by">{inCharge}</Detail>
        <Detail name="Google Analytics">{analyticsText(client)}</Detail>
        <Detail name="Chatbot">{data.hasChatbot ? 'Ready to chat' : 'Not set up yet'}</Detail>
        <Detail name="Chat history">{data.hasChatHistory ? 'Shown to the client' : 'Not shared yet'}</Detail>
        <Detail name="Client since">{dateText(client.created_at)}</Detail>
      </dl>
    </Card>
  )
}

/** An address may contain `?` and `&`, which would add recipients and texts to the message. */
export function emailHref(address: string): string {
  return `mailto:${encodeURIComponent(address).replace('%40', '@')}`
}

/** `phone` may contain spaces and brackets. */
export function phoneHref(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`
}

/** `Connected (Harbor Coffee – Website)`: a name alone would not show whether it works. */
function analyticsText({ ga4_property_id, ga4_property_name }: ClientRow): string {
  if (ga4_property_id === null) return 'Not Connected'
  return ga4_property_name === null ? 'Connected' : `Connected (${ga4_property_name})`
}

/** Shows a dash for an unknown value. */
function Detail({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-ink-3">{name}</dt>
      <dd className="min-w-0 break-words text-ink">{children ?? '—'}</dd>
    </>
  )
}
