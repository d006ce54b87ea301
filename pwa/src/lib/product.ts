// The product's name, from the setting PRODUCT_NAME at build time.

export const PRODUCT_NAME = __PRODUCT_NAME__
