// RUN: not ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_out retTys=enzyme_active}' 2>&1 | filecheck %s --check-prefix WORD
// RUN: not ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_activenoneed retTys=enzyme_active}' 2>&1 | filecheck %s --check-prefix NONEED
// RUN: not ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_active retTys=enzyme_dup}' 2>&1 | filecheck %s --check-prefix FORWARD
// RUN: not ckptopt %s -p 'enzyme-wrap{infn=f strongZero=true}' 2>&1 | filecheck %s --check-prefix STRONG
// RUN: not ckptopt %s -p 'enzyme-wrap{infn=f mode=Foo}' 2>&1 | filecheck %s --check-prefix MODE
// RUN: not ckptopt %s -p 'enzyme-wrap{infn=f}' 2>&1 | filecheck %s --check-prefix CALLED
// RUN: not ckptopt %s -p 'enzyme{postpasses="canonicalize,cse"}' 2>&1 | filecheck %s --check-prefix POST
// RUN: ckptopt %s -p 'enzyme-wrap{infn=f outfn=df dataflow=true markReadonly=true strongZero=false}' -o /dev/null 2>&1 | filecheck %s --check-prefix IDLE

func.func @f(%x: f64) -> f64 {
  return %x : f64
}

func.func @g(%x: f64) -> f64 {
  %y = call @f(%x) : (f64) -> f64
  return %y : f64
}

// WORD:       {{.*}}option-errors.mlir:10:1: error: unknown activity 'enzyme_out'; known are enzyme_active, enzyme_dup, enzyme_dupnoneed, enzyme_const
// WORD-LABEL: func.func @f(%x: f64) -> f64 {
// WORD-NEXT:  ^

// NONEED:       {{.*}}option-errors.mlir:10:1: error: unknown activity 'enzyme_activenoneed'; known are enzyme_active, enzyme_dup, enzyme_dupnoneed, enzyme_const
// NONEED-LABEL: func.func @f(%x: f64) -> f64 {
// NONEED-NEXT:  ^

// FORWARD:       {{.*}}option-errors.mlir:10:1: error: argument 0 of type f64 cannot be 'enzyme_active' in forward mode, only enzyme_dup, enzyme_dupnoneed, enzyme_const
// FORWARD-LABEL: func.func @f(%x: f64) -> f64 {
// FORWARD-NEXT:  ^

// STRONG:       {{.*}}option-errors.mlir:10:1: error: 'strongZero' is not supported
// STRONG-LABEL: func.func @f(%x: f64) -> f64 {
// STRONG-NEXT:  ^

// MODE:       error: pass 'enzyme-wrap': option 'mode' takes ForwardMode | ReverseModeCombined | ReverseModePrimal | ReverseModeGradient, not 'Foo'

// CALLED:       {{.*}}option-errors.mlir:15:8: error: '@f' is used, so its derivative cannot take its place: give the derivative a name with outfn=
// CALLED-NEXT:    %y = call @f(%x) : (f64) -> f64
// CALLED-NEXT:         ^


// POST:       {{.*}}option-errors.mlir:1:1: error: 'postpasses' is not supported: write the passes after 'enzyme'
// POST-NEXT:  // RUN: not ckptopt %s -p 'enzyme-wrap{infn=f outfn=df argTys=enzyme_out retTys=enzyme_active}' 2>&1 | filecheck %s --check-prefix WORD
// POST-NEXT:  ^

// IDLE:       {{.*}}option-errors.mlir:10:1: warning: option 'dataflow' has no effect
// IDLE-LABEL: func.func @f(%x: f64) -> f64 {
// IDLE-NEXT:  ^
// IDLE-NEXT:  {{.*}}option-errors.mlir:10:1: warning: option 'markReadonly' has no effect
// IDLE-LABEL: func.func @f(%x: f64) -> f64 {
// IDLE-NEXT:  ^
