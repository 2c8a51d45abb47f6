! The module behind `use hpcast`: interfaces only, so it adds nothing to link.
module hpcast
  implicit none
  include 'hpcast_f.h'
end module hpcast
