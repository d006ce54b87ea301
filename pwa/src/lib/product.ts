// The product's name, and whether its plan can be bought. The server writes both into the HTML document.

export const PRODUCT_NAME =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''

/** Whether payments are set up, so that a trial can begin. */
export const SELLS = document.documentElement.dataset['sells'] !== 'no'
