// The privacy policy and the terms of service, which users accept at sign-up.
import type { ReactNode } from 'react'

import { paths } from './frame/links'
import { IfSelling } from './frame/conditions'
import { PLACEHOLDERS } from './frame/placeholders'

/**
 * A link in running text, only as high as its line. The check of touch target sizes exempts links in a span
 * (`span > a`).
 */
function Inline({ to, children }: { to: string; children: ReactNode }) {
  return (
    <span>
      <a href={to}>{children}</a>
    </span>
  )
}

function Legal({ title, lead, children }: { title: string; lead: ReactNode; children: ReactNode }) {
  return (
    <article className="legal wide py-14 sm:py-20">
      <h1 className="text-title font-bold text-ink">{title}</h1>
      <p className="mt-4 text-lead text-ink-2">{lead}</p>
      {children}
    </article>
  )
}

export function Terms() {
  const { name, support } = PLACEHOLDERS
  return (
    <Legal title="Terms of Service" lead={`What you may expect of ${name}, and what we expect of you.`}>
      <h2>The service</h2>
      <p>
        {name} shows small businesses how their marketing and their website are doing: dashboards, weekly
        reports, website performance scores, messages with the people behind them, and chatbots.
      </p>
      <h2>Your account</h2>
      <p>
        You need an account, an email address that is yours, and a password that you keep to yourself. You are
        responsible for what is done with your account. Tell us at once if you believe that somebody else uses
        it.
      </p>
      <h2>Trial, price and payment</h2>
      <IfSelling
        then={
          <p>
            The first 14 days are free, once for each person and each card. After them a subscription costs
            $99 per month, billed monthly to the card on file, until you cancel. You can cancel at any time
            under Subscriptions; access then ends with the period that is paid for. Prices change only with
            notice of 30 days, and never for a period that is paid for.
          </p>
        }
        otherwise={<p>You pay what we agree with you. Prices change only with notice of 30 days.</p>}
      />
      <h2>Your data</h2>
      <p>
        What you write and upload stays yours. We use it to provide the service and for nothing else. How we
        handle personal data is in the <Inline to={paths.privacy}>Privacy Policy</Inline>.
      </p>
      <h2>Fair use</h2>
      <p>
        Connect only websites and accounts that are yours or that you act for. Do not try to reach other
        clients’ data, to disturb the service, or to use it for what the law forbids.
      </p>
      <h2>Availability and liability</h2>
      <p>
        We work to keep the service available and its figures right, but figures come from other services too,
        and no website is measured the same twice. We are liable as the law requires, and otherwise up to what
        you paid in the last twelve months.
      </p>
      <h2>Changes and questions</h2>
      <p>
        We tell you by email before these terms change. Questions:{' '}
        <Inline to={`mailto:${support}`}>{support}</Inline>.
      </p>
    </Legal>
  )
}

export function Privacy() {
  const { name, support } = PLACEHOLDERS
  return (
    <Legal title="Privacy Policy" lead={`Which data ${name} has about you, why, and how you get rid of it.`}>
      <h2>What we store</h2>
      <p>
        Your name, company, email address and, if you give it, your phone number; messages and files you
        exchange with us; your website’s address and its scores; the reports we make for you; your
        preferences; and the devices you are signed in on. Passwords are stored only as a hash.
      </p>
      <h2>What we read elsewhere</h2>
      <p>
        If you connect Google Analytics, we read its reports, with your permission and read-only. Google’s
        keys are stored encrypted, and are deleted and revoked when you disconnect.
      </p>
      <h2>Payments</h2>
      <p>
        Cards are handled by Stripe. Your card’s number never reaches our servers; we keep its brand and its
        last four digits.
      </p>
      <h2>On your device</h2>
      <p>
        These public pages set no cookie and count nobody. The app keeps your session and a copy of your data
        on your device, so that it works offline, one cookie that says whether such a copy was there, and one
        that shows the server whose session asks for pages that are not for everybody. Signing out removes
        them.
      </p>
      <h2>Who sees it</h2>
      <p>
        You, and the people here who work for you. Others only as far as a service needs them: Stripe for
        payments, Google for what you connect, a mail service for emails to you, and a language model for what
        you ask a chatbot. Nobody buys data from us.
      </p>
      <h2>How long</h2>
      <p>
        As long as you have an account. Under Settings you can take all of it with you, and have it erased;
        invoices stay as long as tax law says.
      </p>
      <h2>Your rights</h2>
      <p>
        You may ask what we have, have it corrected or erased, and object to its use. Write to{' '}
        <Inline to={`mailto:${support}`}>{support}</Inline>; see also the{' '}
        <Inline to={paths.terms}>Terms of Service</Inline>.
      </p>
    </Legal>
  )
}
