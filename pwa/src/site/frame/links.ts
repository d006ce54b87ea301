// The links of the public pages with their labels.
import { PLACEHOLDERS } from './placeholders'

export const paths = {
  home: '/',
  features: '/#features',
  pricing: '/pricing',
  signIn: '/auth',
  signUp: '/auth?mode=signup',
  subscriptions: '/dashboard/subscriptions',
  terms: '/terms',
  privacy: '/privacy',
} as const

export type Link = { to: string; words: string }

/** Links of the top bar and the menu. */
export const BAR: readonly Link[] = [
  { to: paths.features, words: 'Features' },
  { to: paths.pricing, words: 'Pricing' },
]
export const SIGN_IN: Link = { to: paths.signIn, words: 'Sign In' }
export const START: Link = { to: paths.signUp, words: 'Start Free Trial' }
/** The link for visitors while nothing is for sale online. */
export const CONTACT: Link = { to: `mailto:${PLACEHOLDERS.support}`, words: 'Contact Us' }

/** Links of the footer. Links without a page of their own open the landing page. */
export const FOOT: readonly { title: string; links: readonly Link[] }[] = [
  {
    title: 'Product',
    links: [...BAR, { to: '/integrations', words: 'Integrations' }, { to: '/status', words: 'Status' }],
  },
  {
    title: 'Company',
    links: [
      { to: '/about', words: 'About' },
      { to: '/blog', words: 'Blog' },
      { to: '/contact', words: 'Contact' },
    ],
  },
  {
    title: 'Support',
    links: [{ to: '/help', words: 'Help' }, { to: '/faq', words: 'FAQ' }, SIGN_IN],
  },
  {
    title: 'Legal',
    links: [
      { to: paths.terms, words: 'Terms' },
      { to: paths.privacy, words: 'Privacy' },
    ],
  },
]
