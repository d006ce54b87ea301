// The product's name. The server writes its setting PRODUCT_NAME into the document.

export const PRODUCT_NAME =
  document.querySelector<HTMLMetaElement>('meta[name="application-name"]')?.content ?? ''
