#!/bin/bash
source ./base.sh
LIMIT=3
# Grows.
grow() {
  if [ "$1" ]; then echo yes; fi
}
function area { :; }
