// The setup guides, step by step.

export const GUIDES = {
  analytics: [
    'Open analytics.google.com with the Google account that you use for your website.',
    'If there is no property yet, choose Admin, Create, Property, and follow Google’s steps; it takes about ten minutes.',
    'Put Google’s tag on your website, or ask us to: without it nothing is counted.',
    'Come back here, choose Connect, and agree in Google’s window to let us read the figures.',
    'Choose the property of your website. The first figures are here within a minute, and from then on every hour.',
  ],
  searchConsole: [
    'Open search.google.com/search-console with the Google account that you use for your website.',
    'Add your domain as a property and confirm that it is yours, as Google shows.',
    'Leave it there: Google begins to count by itself, and the figures are here as soon as this source opens.',
  ],
  facebookAds: [
    'Open business.facebook.com and make sure that your page and your ad account are in one business.',
    'Note who has the role of an administrator there: only they can agree to be read.',
    'That is all for now: we tell you as soon as this source opens.',
  ],
}
