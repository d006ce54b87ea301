// The landing page's own titles, which the preview in Website Settings shows too.
export const LANDING_TITLE = 'Know how your marketing is doing, every week.'
export const LANDING_LEAD =
  'Real-time dashboards, a weekly report in your inbox, and insight into SEO, ads and social. For small businesses that would rather run their business.'
