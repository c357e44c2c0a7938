/**
 * Patterns of attributes and types that no ODS describes, since they are registered or parsed in C++: by dialect and
 * name. `$=name` is a case of the enum in the pattern of that attribute, `$*name` a list of such, `$w` a word, `$d` dimensions, `$l` a
 * type inside one of LLVM's, and `$m` an encoding of sparse tensors; table.ts tells the rest.
 */
export const ADDED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  emitc: { "!array": "< $d $t >" },
  gpu: {
    "!async.token": "",
    "!mma_matrix": "< $d $t , $s >",
    "!named_barrier": "",
    "!sparse.dntensor_handle": "",
    "!sparse.spmat_handle": "",
    "!sparse.spgemmop_handle": "",
  },
  llvm: {
    "!array": "< $i x $l >",
    "!func": "< $l ( $r ) >",
    "!label": "",
    "!metadata": "",
    "!token": "",
    "!void": "",
  },
  spirv: {
    "!arm.tensor": "< $d $t >",
    "!array": "< $i x $t $[ , stride = $i $| $] >",
    "!coopmatrix": "< $i x $i x $t , $=scope , $=coop_matrix_use_khr >",
    "!image":
      "< $t , $=dim , $=image_depth_info , $=image_arrayed_info , $=image_sampling_info , $=image_sampler_use_info , $=image_format >",
    "!matrix": "< $i x $t >",
    "!named_barrier": "",
    "!ptr": "< $t , $=storage_class >",
    "!rtarray": "< $t $[ , stride = $i $| $] >",
    "!sampled_image": "< $t >",
    "!sampler": "",
    "!struct": "$r",
    "#interface_var_abi": "< ( $i , $i ) $[ , $=storage_class $| $] >",
    "#target_env": "< $x , $r >",
    "#vce": "< $=version , [ $*capability ] , [ $*ext ] >",
  },
  sparse_tensor: { "#encoding": "$m" },
  // The lists of the target may not be empty, though passes write it so.
  tosa: {
    "#target_env": "< specification_version = $x , level = $x , profiles = [ $w $r ] , extensions = [ $w $r ] >",
  },
  xegpu: { "!tensor_desc": "< $d $t $[ , $r $| $] >" },
  transform: { "!test_dialect_op": "", "!test_dialect_param": "" },
};
