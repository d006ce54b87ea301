// The one line our mark is made of, on a 32 × 32 field.

export const PULSE_PATH = 'M4 17h5.2l3.1-7.6 5.6 14.8 4-10.4 1.6 3.2H28'
