"""Words of small businesses' customers that mean about the same; one line is one meaning, given by stems' full words."""

GROUPS = """
price cost charge fee pay rate expensive cheap much amount tariff quote
refund reimburse reimbursement moneyback
discount coupon voucher promo promotion deal cheaper reduction saving
open opening hour hours close closing schedule
deliver delivery ship shipping shipment dispatch courier send post parcel package
return exchange swap replace replacement
cancel cancellation call-off withdraw
book booking reserve reservation appointment slot
change reschedule move alter modify amend edit postpone
address location located situated directions where place find
park parking car
phone call telephone ring number
email mail
child children kid kids toddler baby son daughter minor young
pet dog cat animal puppy
vegan vegetarian plant-based dairy-free
allergy allergen allergic intolerance gluten nut
wifi internet wireless online
disabled wheelchair accessible accessibility step-free ramp
staff team employee people worker
begin start commence
finish end complete
long duration take time last minutes
hurt pain painful sore ache discomfort
safe safety secure security
password login sign-in signin log-in
delete remove erase close
invoice receipt bill
card credit debit visa mastercard
cash coins
guarantee warranty guaranteed
broken faulty damaged defective fault repair fix mend
buy purchase order shop
gift present
prepare preparation ready bring before beforehand
after afterwards aftercare following
age old older minimum
job work hiring vacancy career recruit
insurance insured cover covered insurer
beginner novice newcomer
class course lesson workshop training session
food eat meal menu lunch dinner
drink beverage coffee tea
big large size capacity
group party team guests
quick fast urgent express soon rush
late delay delayed
lost missing misplaced
install installation setup set-up fit
clean cleaning wash
language speak english spanish portuguese
photo picture image
account profile
free complimentary gratis
"""


def meanings() -> list[list[str]]:
    """Each meaning as its words."""
    return [line.replace("-", "").split() for line in GROUPS.strip().splitlines()]
